// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Comet} from "./Comet.sol";

/// @notice Compound v3-like rewards for suppliers and borrowers, paid from what this contract was given.
/// @dev Counts the balances held at the claim for the whole time since the last claim: history is not kept.
contract CometRewards is Ownable {
    using SafeERC20 for IERC20;

    event RewardClaimed(
        address indexed src, address indexed recipient, address indexed token, uint256 amount
    );
    event RewardConfigSet(address indexed comet, address indexed token, uint256 perBaseSecond);

    error NotSupported(address comet);

    struct RewardConfig {
        address token;
        uint40 start;
        uint256 perBaseSecond;
    }

    struct RewardOwed {
        address token;
        uint256 owed;
    }

    mapping(address => RewardConfig) public rewardConfig;
    mapping(address => mapping(address => uint256)) private _claimedUntil;

    constructor(address owner) Ownable(owner) {}

    /// @notice Sets reward units a second for 1e18 base units.
    function setRewardConfig(address comet, address token, uint256 perBaseSecond)
        external
        onlyOwner
    {
        rewardConfig[comet] = RewardConfig(token, uint40(block.timestamp), perBaseSecond);
        emit RewardConfigSet(comet, token, perBaseSecond);
    }

    function getRewardOwed(address comet, address account) public view returns (RewardOwed memory) {
        RewardConfig memory config = rewardConfig[comet];
        if (config.token == address(0)) revert NotSupported(comet);
        uint256 base = Comet(comet).balanceOf(account) + Comet(comet).borrowBalanceOf(account);
        uint256 since = Math.max(config.start, _claimedUntil[comet][account]);
        uint256 perBase = config.perBaseSecond * (block.timestamp - since);
        return RewardOwed(config.token, Math.mulDiv(base, perBase, 1e18));
    }

    /// @notice Pays what `src` has earned to `src`, whoever asks.
    function claim(address comet, address src, bool shouldAccrue) external {
        RewardConfig memory config = rewardConfig[comet];
        if (config.token == address(0)) revert NotSupported(comet);
        if (shouldAccrue) Comet(comet).accrueAccount(src);
        uint256 owed = getRewardOwed(comet, src).owed;
        _claimedUntil[comet][src] = block.timestamp;
        if (owed == 0) return;
        IERC20(config.token).safeTransfer(src, owed);
        emit RewardClaimed(src, src, config.token, owed);
    }
}
