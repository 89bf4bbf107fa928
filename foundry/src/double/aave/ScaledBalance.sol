// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

uint256 constant RAY = 1e27;

/// @notice The part of the pool its tokens ask.
interface IPoolIndex {
    function getReserveNormalizedIncome(address asset) external view returns (uint256);
    function getReserveNormalizedVariableDebt(address asset) external view returns (uint256);
    function finalizeTransfer(address asset, address from, address to) external;
}

/// @notice Balances stored divided by an index, so that all of them grow when the index does.
/// @dev Like Aave's, a Transfer log of mint and burn counts the interest since the holder's last action too.
abstract contract ScaledBalance {
    using Math for uint256;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Mint(
        address indexed caller,
        address indexed onBehalfOf,
        uint256 value,
        uint256 balanceIncrease,
        uint256 index
    );
    event Burn(
        address indexed from,
        address indexed target,
        uint256 value,
        uint256 balanceIncrease,
        uint256 index
    );

    address public immutable POOL;
    address public immutable UNDERLYING_ASSET_ADDRESS;
    uint8 public immutable decimals;
    string public name;
    string public symbol;
    uint256 public scaledTotalSupply;
    mapping(address => uint256) public scaledBalanceOf;
    /// @dev Index of a holder's last action.
    mapping(address => uint256) private _lastIndex;

    modifier onlyPool() {
        require(msg.sender == POOL, "23");
        _;
    }

    constructor(
        address pool,
        address asset,
        string memory tokenName,
        string memory tokenSymbol,
        uint8 tokenDecimals
    ) {
        POOL = pool;
        UNDERLYING_ASSET_ADDRESS = asset;
        name = tokenName;
        symbol = tokenSymbol;
        decimals = tokenDecimals;
    }

    /// @dev Scale of one unit now, in ray.
    function _index() internal view virtual returns (uint256);

    /// @dev Which way a balance is rounded: down what the pool owes, up what it is owed.
    function _rounding() internal pure virtual returns (Math.Rounding);

    function balanceOf(address account) public view returns (uint256) {
        return scaledBalanceOf[account].mulDiv(_index(), RAY, _rounding());
    }

    function totalSupply() public view returns (uint256) {
        return scaledTotalSupply.mulDiv(_index(), RAY, _rounding());
    }

    function _mintScaled(address caller, address to, uint256 amount) internal {
        uint256 index = _index();
        uint256 scaled = amount.mulDiv(RAY, index, _rounding());
        require(scaled != 0, "24");
        uint256 increase = _takeIncrease(to, index);
        scaledBalanceOf[to] += scaled;
        scaledTotalSupply += scaled;
        emit Transfer(address(0), to, amount + increase);
        emit Mint(caller, to, amount + increase, increase, index);
    }

    function _burnScaled(address from, address target, uint256 amount) internal {
        uint256 index = _index();
        uint256 scaled = amount.mulDiv(RAY, index, _opposite());
        require(scaled != 0, "25");
        uint256 increase = _takeIncrease(from, index);
        scaledBalanceOf[from] -= scaled;
        scaledTotalSupply -= scaled;
        if (increase > amount) {
            emit Transfer(address(0), from, increase - amount);
            emit Mint(from, from, increase - amount, increase, index);
        } else {
            emit Transfer(from, address(0), amount - increase);
            emit Burn(from, target, amount - increase, increase, index);
        }
    }

    /// @dev Interest since the last action of `account`, from here on counted as logged.
    function _takeIncrease(address account, uint256 index) internal returns (uint256) {
        uint256 scaled = scaledBalanceOf[account];
        uint256 before = _lastIndex[account];
        _lastIndex[account] = index;
        return scaled.mulDiv(index, RAY, _rounding()) - scaled.mulDiv(before, RAY, _rounding());
    }

    function _opposite() internal pure returns (Math.Rounding) {
        return _rounding() == Math.Rounding.Floor ? Math.Rounding.Ceil : Math.Rounding.Floor;
    }
}
