// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {EEth} from "./EEth.sol";
import {WithdrawRequestNft} from "./WithdrawRequestNft.sol";

/// @notice ether.fi-like pool: ether in, eETH out; the way back goes through an NFT.
contract LiquidityPool is Ownable {
    event Deposit(address indexed sender, uint256 amount, uint8 source, address referral);
    event Withdraw(address indexed sender, address recipient, uint256 amount, uint8 source);
    event Rebase(uint256 totalEthLocked, uint256 totalEEthShares);

    error IncorrectCaller();
    error InvalidAmount();
    error AlreadyWired();
    error SendFail();

    EEth public eETH;
    WithdrawRequestNft public withdrawRequestNFT;
    uint256 public getTotalPooledEther;

    constructor(address owner) Ownable(owner) {}

    /// @notice Names the token and the NFT, once: they name this pool in their constructors.
    function wire(address eEth, address nft) external onlyOwner {
        if (address(eETH) != address(0)) revert AlreadyWired();
        eETH = EEth(eEth);
        withdrawRequestNFT = WithdrawRequestNft(payable(nft));
    }

    function deposit() external payable returns (uint256) {
        return _deposit(address(0));
    }

    function deposit(address referral) external payable returns (uint256) {
        return _deposit(referral);
    }

    /// @notice Takes the caller's eETH and gives `recipient` an NFT to claim ether with.
    function requestWithdraw(address recipient, uint256 amount) external returns (uint256) {
        uint256 share = eETH.sharesForAmount(amount);
        if (share == 0) revert InvalidAmount();
        eETH.transferFrom(msg.sender, address(withdrawRequestNFT), amount);
        return withdrawRequestNFT.requestWithdraw(uint96(amount), uint96(share), recipient);
    }

    /// @notice Burns the NFT's `share` and pays it `amount`; only the NFT asks.
    function withdraw(uint256 amount, uint256 share) external {
        if (msg.sender != address(withdrawRequestNFT)) revert IncorrectCaller();
        eETH.burnShares(msg.sender, share);
        getTotalPooledEther -= amount;
        emit Withdraw(msg.sender, msg.sender, amount, 0);
        (bool sent,) = msg.sender.call{value: amount}("");
        if (!sent) revert SendFail();
    }

    /// @notice Raises every balance by the ether sent.
    function rebase() external payable {
        getTotalPooledEther += msg.value;
        emit Rebase(getTotalPooledEther, eETH.totalShares());
    }

    function _deposit(address referral) private returns (uint256 share) {
        share = eETH.sharesForAmount(msg.value);
        if (share == 0) revert InvalidAmount();
        getTotalPooledEther += msg.value;
        eETH.mintShares(msg.sender, share);
        emit Deposit(msg.sender, msg.value, 0, referral);
    }
}
