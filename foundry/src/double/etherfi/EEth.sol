// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {SharesToken} from "../token/SharesToken.sol";

/// @notice What eETH asks its pool.
interface IPooledEther {
    function getTotalPooledEther() external view returns (uint256);
}

/// @notice eETH-like rebasing token: shares of the liquidity pool, minted and burnt by it.
contract EEth is SharesToken {
    error IncorrectCaller();

    string public constant name = "ether.fi ETH";
    string public constant symbol = "eETH";

    address public immutable liquidityPool;

    modifier onlyPool() {
        if (msg.sender != liquidityPool) revert IncorrectCaller();
        _;
    }

    constructor(address pool) {
        liquidityPool = pool;
    }

    function mintShares(address to, uint256 share) external onlyPool {
        _mintShares(to, share);
        emit Transfer(address(0), to, _toAmount(share));
        emit TransferShares(address(0), to, share);
    }

    function burnShares(address from, uint256 share) external onlyPool {
        emit Transfer(from, address(0), _toAmount(share));
        emit TransferShares(from, address(0), share);
        _burnShares(from, share);
    }

    function shares(address account) external view returns (uint256) {
        return _shares[account];
    }

    function totalShares() external view returns (uint256) {
        return _totalShares;
    }

    function amountForShare(uint256 share) external view returns (uint256) {
        return _toAmount(share);
    }

    function sharesForAmount(uint256 amount) external view returns (uint256) {
        return _toShares(amount);
    }

    function _pooled() internal view override returns (uint256) {
        return IPooledEther(liquidityPool).getTotalPooledEther();
    }
}
